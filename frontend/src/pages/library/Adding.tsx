import type { FolderUp } from "lucide-react";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/Button";
import { useText } from "@/i18n";
import { type Dropped, filesOf, filesOfInput } from "./dropped";
import { text } from "./text";
import { enqueue } from "./uploads";

interface DropProps {
  base: string;
  /** Where what is dropped is filed. */
  folder: string;
  children: React.ReactNode;
}

/** The whole page takes what is dropped. */
export function DropZone({ base, folder, children }: DropProps) {
  const words = useText(text);
  // Entering a child leaves the parent: only a count tells whether the file is still over the page.
  const [depth, setDepth] = useState(0);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDepth(0);
    void filesOf(event.dataTransfer).then((files) => enqueue(base, within(folder, files)));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers; the buttons do the same.
    <div
      data-testid="drop"
      className="relative flex min-h-0 flex-1 flex-col gap-3 p-4"
      onDragEnter={(event) => {
        event.preventDefault();
        setDepth((now) => now + 1);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDepth((now) => Math.max(0, now - 1))}
      onDrop={drop}
    >
      {children}
      {depth > 0 && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-wash/90 text-lg font-semibold text-accent">
          {words.dropHere}
        </div>
      )}
    </div>
  );
}

function within(folder: string, files: readonly Dropped[]): Dropped[] {
  return files.map((each) => ({ ...each, folder: [folder, each.folder].filter(Boolean).join("/") }));
}

interface PickProps {
  base: string;
  folder: string;
  label: string;
  icon: typeof FolderUp;
  folders?: boolean;
}

/** What dropping does, for keyboards. */
export function Pick({ base, folder, label, icon, folders = false }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) enqueue(base, within(folder, filesOfInput(event.target.files)));
    event.target.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={label}
        webkitdirectory={folders ? "" : undefined}
        onChange={take}
      />
      <Button kind={folders ? "plain" : "primary"} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
