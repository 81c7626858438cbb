import { definePage } from "@/app/pages";

export default definePage({
  id: "faq",
  path: "/faq/:base",
  title: { en: "Questions and answers", ko: "질문과 답변", zh: "问答" },
  load: () => import("./Faq"),
});
