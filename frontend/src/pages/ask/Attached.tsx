import { FileText, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormats, useText } from "@/i18n";
import { text } from "./text";

/** What will go with the question: pictures as they look, files by name and size. */
export function Attached({ files, onDetach }: { files: readonly File[]; onDetach: (file: File) => void }) {
  const words = useText(text);
  const { bytes } = useFormats();
  if (files.length === 0) return null;
  return (
    <ul aria-label={words.attached} className="flex flex-wrap gap-2 p-1">
      {files.map((file) => (
        <li
          key={keyOf(file)}
          className="flex max-w-full items-center gap-2 rounded-md border bg-paper py-1 pr-1 pl-2"
        >
          <Thumbnail file={file} />
          <span className="min-w-0 truncate text-small">{file.name}</span>
          <span className="text-small whitespace-nowrap text-muted">{bytes(file.size)}</span>
          <button
            type="button"
            aria-label={words.detach(file.name)}
            title={words.detach(file.name)}
            onClick={() => onDetach(file)}
            className="motion inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Two files may have the same name. */
const keys = new WeakMap<File, number>();
let next = 0;

function keyOf(file: File): number {
  const key = keys.get(file) ?? next++;
  keys.set(file, key);
  return key;
}

/** Kinds that the API takes for pictures of a question. */
const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

function Thumbnail({ file }: { file: File }) {
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (!PICTURE.test(file.type)) return;
    const made = URL.createObjectURL(file);
    setShown(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!shown) return <FileText size={16} className="shrink-0 text-muted" aria-hidden />;
  return <img src={shown} alt="" className="size-8 shrink-0 rounded-sm object-cover" />;
}
