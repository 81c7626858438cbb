import { LibraryBig } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "library",
  path: "/library/:base?",
  title: { en: "Library", ko: "자료", zh: "资料库" },
  rail: { order: 2, icon: LibraryBig, href: "/library" },
  load: () => import("./Library"),
});
