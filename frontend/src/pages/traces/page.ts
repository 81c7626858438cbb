import { ListTree } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "traces",
  path: "/traces/:trace?",
  title: { en: "Traces", ko: "기록", zh: "追踪" },
  rail: { order: 6, icon: ListTree, href: "/traces" },
  load: () => import("./Traces"),
});
