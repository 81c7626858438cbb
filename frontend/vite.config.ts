import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import pdfjs from "./node_modules/pdfjs-dist/package.json" with { type: "json" };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const PDF_DATA = `assets/pdf-${pdfjs.version}/`;

/** Character maps, fonts and decoders that pdf.js fetches by name, as a file needs them. */
function pdfData(): Plugin {
  const wanted = /\.(bcmap|pfb|ttf)$|^openjpeg_nowasm_fallback\.js$/;
  return {
    name: "pdf-data",
    apply: "build",
    generateBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
        const from = here(`./node_modules/pdfjs-dist/${folder}`);
        for (const name of readdirSync(from).filter((each) => wanted.test(each))) {
          const source = readFileSync(`${from}/${name}`);
          this.emitFile({ type: "asset", fileName: `${PDF_DATA}${folder}/${name}`, source });
        }
      }
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), pdfData()],
  define: {
    "import.meta.env.VITE_PDF_DATA": JSON.stringify(
      command === "build" ? `/${PDF_DATA}` : "/node_modules/pdfjs-dist/",
    ),
  },
  resolve: { alias: { "@": here("./src") } },
  build: {
    // Into the package, so that an editable install and a wheel find the pages in the same place.
    outDir: here("../src/pincite/web"),
    emptyOutDir: true,
    // A font or picture as a data URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1100,
  },
  server: {
    port: 5173,
    fs: { allow: [here("."), here("../samples")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/healthz": "http://127.0.0.1:8000" },
  },
  test: { include: ["src/**/*.test.{ts,tsx}"], environment: "node", reporters: ["dot"] },
}));
