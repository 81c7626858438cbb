import { Scissors } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "lab",
  path: "/lab",
  title: { en: "Lab", ko: "실험실", zh: "实验室" },
  rail: { order: 4, icon: Scissors, href: "/lab" },
  load: () => import("./Lab"),
});
