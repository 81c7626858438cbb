import { MessageSquareText } from "lucide-react";
import { definePage } from "@/app/pages";

export default definePage({
  id: "ask",
  path: "/ask/:session?",
  title: { en: "Ask", ko: "질문", zh: "提问" },
  rail: { order: 1, icon: MessageSquareText, href: "/ask" },
  load: () => import("./Ask"),
});
