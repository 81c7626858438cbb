/** A folder with what is in it and below it. */
export interface Folder {
  path: string;
  name: string;
  /** Documents in it and in the folders below. */
  documents: number;
  below: Folder[];
}

/** The folders of a base as a tree, in the order of their names; folders that hold only folders are there as well. */
export function treeOf(folders: readonly { path: string; documents: number }[], language: string): Folder[] {
  const top: Folder = { path: "", name: "", documents: 0, below: [] };
  for (const { path, documents } of folders) {
    let here = top;
    for (const name of path ? path.split("/") : []) {
      const inside = here.path ? `${here.path}/${name}` : name;
      let next = here.below.find((each) => each.path === inside);
      if (!next) {
        next = { path: inside, name, documents: 0, below: [] };
        here.below.push(next);
      }
      next.documents += documents;
      here = next;
    }
  }
  const order = new Intl.Collator(language, { numeric: true });
  const sort = (list: Folder[]) => {
    list.sort((one, other) => order.compare(one.name, other.name));
    for (const each of list) sort(each.below);
  };
  sort(top.below);
  return top.below;
}
