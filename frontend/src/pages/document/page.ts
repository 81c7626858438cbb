import { definePage } from "@/app/pages";

export default definePage({
  id: "document",
  path: "/documents/:base/:document",
  title: { en: "Document", ko: "문서", zh: "文档" },
  load: () => import("./DocumentPage"),
});
