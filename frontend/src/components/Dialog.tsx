import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useText } from "@/i18n";
import { IconButton } from "./Button";
import { text } from "./text";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons below, the main one last. */
  actions?: ReactNode;
  /** `sheet` comes from below and is as wide as the screen allows. */
  shape?: "middle" | "sheet";
  /** The title is said and not shown. */
  bare?: boolean;
}

const SHAPES = {
  middle: "m-auto w-[min(32rem,calc(100vw-2rem))] rounded-md border",
  sheet: "mx-auto mt-auto mb-0 w-full max-w-3xl rounded-t-md border-t",
};

const FIELDS = ":is(input, textarea, select):enabled";

/**
 * A modal of the browser: focus begins at the first field and stays inside, Escape closes, focus goes back. It is
 * open as long as it is there: `{open && <Dialog …/>}`.
 */
export function Dialog({ title, onClose, children, actions, shape = "middle", bare = false }: Props) {
  const words = useText(text);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Not `useEffect`: its end comes when the element is gone, and a dialog that is gone gives no focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The browser would choose the button that closes, and a blank typed at once would press it.
    shown?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on what lies behind.
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={`max-h-[85dvh] flex-col border-line bg-paper p-0 shadow-float open:flex ${SHAPES[shape]}`}
    >
      <div className={bare ? "sr-only" : "flex items-center justify-between gap-4 border-b px-4 py-2"}>
        <h2 id={heading} className="font-semibold">
          {title}
        </h2>
        {!bare && <IconButton icon={X} label={words.close} onClick={onClose} />}
      </div>
      <div className="min-h-0 overflow-y-auto p-4">{children}</div>
      {actions && <div className="flex justify-end gap-2 border-t px-4 py-3">{actions}</div>}
    </dialog>
  );
}

/** A dialog from below, for narrow screens and long choices. */
export function Sheet(props: Omit<Props, "shape">) {
  return <Dialog shape="sheet" {...props} />;
}
