import "@/styles/fonts.css";
import "@/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { listenForKeys } from "@/app/keys";
import { prefs, show } from "@/app/prefs";

show(prefs.get());
listenForKeys();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Chinese letters are in documents of any language. Their 100 files come one by one as letters need them; the
// list of which file has which letters (25 KB) can wait until the page stands.
const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
later(() => void import("@/styles/fonts-zh.css"));
