/** A file with the folder that it lay in, "" for none. */
export interface Dropped {
  file: File;
  folder: string;
}

/** Files of a drop, those of folders with their path; hidden ones (`.DS_Store`) stay out. */
export async function filesOf(transfer: DataTransfer): Promise<Dropped[]> {
  // Items are gone after the first await, so all are read before it. What comes from another page is no entry.
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: Dropped[] = items.flatMap((item) => {
    const file = item.webkitGetAsEntry() ? null : item.getAsFile();
    return file ? [{ file, folder: "" }] : [];
  });
  for (const entry of entries) await walk(entry, "", found);
  return found;
}

/** Files of an input; of one that takes folders each has its path. */
export function filesOfInput(list: FileList): Dropped[] {
  return [...list]
    .map((file) => ({ file, folder: folderOf(file.webkitRelativePath) }))
    .filter(({ file }) => !file.name.startsWith("."));
}

export function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

async function walk(entry: FileSystemEntry, folder: string, found: Dropped[]): Promise<void> {
  if (entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push({ file, folder });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside = folder ? `${folder}/${entry.name}` : entry.name;
  for (;;) {
    // A call gives at most a hundred; an empty answer is the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const each of some) await walk(each, inside, found);
  }
}
