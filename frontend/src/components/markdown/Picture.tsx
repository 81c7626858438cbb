import { useEffect, useState } from "react";
import { request } from "@/api/client";

/** Addresses of pictures in documents; `src/pincite/ingest/images.py` makes them. */
const OURS = /^\/api\/v1\/documents\/[^/?#]+\/images\/[^/?#]+$/;

/** A picture of one of our documents, fetched with the key. Any other is told by its words and not fetched. */
export function Picture({ src, alt }: { src: string; alt: string }) {
  return <KeyedPicture src={OURS.test(src) ? src : ""} alt={alt} className="max-h-96 max-w-full" />;
}

/** A picture of the API; the key goes along, which `<img>` cannot send. Never give it an address from a text. */
export function KeyedPicture({ src, alt, className }: { src: string; alt: string; className: string }) {
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (!src) return;
    const leaving = new AbortController();
    let made = "";
    request(src, { signal: leaving.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (leaving.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      })
      .catch(() => setShown(""));
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [src]);
  if (!shown) return alt ? <span className="text-muted">[{alt}]</span> : null;
  return <img src={shown} alt={alt} className={`rounded-md border ${className}`} />;
}
