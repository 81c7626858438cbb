import { Settings } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "settings",
  path: "/settings/:part?",
  title: { en: "Settings", ko: "설정", zh: "设置" },
  rail: { order: 7, icon: Settings, href: "/settings" },
  load: () => import("./SettingsPage"),
});
