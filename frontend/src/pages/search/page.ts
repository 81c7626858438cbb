import { Search } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "search",
  path: "/search",
  title: { en: "Search", ko: "검색", zh: "检索" },
  rail: { order: 3, icon: Search, href: "/search" },
  load: () => import("./Search"),
});
