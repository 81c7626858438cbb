import { upload } from "@/api/upload";

/** The documents of the demonstration, as files of the page; each is fetched when it is wanted. */
const documents = import.meta.glob<string>("../../../../samples/library/*.md", {
  query: "?raw",
  import: "default",
});

/** Base of the samples; as `make demo` calls it. */
export const SAMPLES = "samples";

/** Sends the samples to a base as any other files. */
export async function sendSamples(base: string): Promise<void> {
  for (const [path, load] of Object.entries(documents)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    await upload(base, new File([await load()], name, { type: "text/markdown" }));
  }
}
