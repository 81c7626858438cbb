import { catalogue, useText } from "@/i18n";

/** What the stages of an ingest and their ends are called. */
export const text = catalogue({
  en: {
    queued: "In the queue",
    fetch: "Fetch",
    convert: "Read",
    images: "Describe pictures",
    configure: "Choose the settings",
    chunk: "Cut",
    enrich: "Enrich",
    embedding: "Make vectors",
    write: "Write the index",
    graph: "Build the graph",
    ready: "Ready",
    retry: "Tried again",
    crash: "Stopped in the middle",
    unchanged: "Nothing had changed",
    waiting: "waiting",
    skipped: "skipped",
    failed: "failed",
    cancelled: "cancelled",
  },
  ko: {
    queued: "대기열",
    fetch: "가져오기",
    convert: "읽기",
    images: "그림 설명",
    configure: "설정 고르기",
    chunk: "나누기",
    enrich: "보강",
    embedding: "벡터 만들기",
    write: "색인 쓰기",
    graph: "그래프 만들기",
    ready: "준비됨",
    retry: "다시 시도함",
    crash: "중간에 멈춤",
    unchanged: "바뀐 것이 없음",
    waiting: "대기",
    skipped: "건너뜀",
    failed: "실패",
    cancelled: "취소됨",
  },
  zh: {
    queued: "排队中",
    fetch: "获取",
    convert: "读取",
    images: "描述图片",
    configure: "选择设置",
    chunk: "切分",
    enrich: "增强",
    embedding: "生成向量",
    write: "写入索引",
    graph: "构建图谱",
    ready: "就绪",
    retry: "再次尝试",
    crash: "中途停止",
    unchanged: "没有变化",
    waiting: "等待",
    skipped: "已跳过",
    failed: "失败",
    cancelled: "已取消",
  },
});

/** The name of a stage or an end; what the page does not know keeps the API's name. */
export function useIngestName(): (id: string) => string {
  const words: Readonly<Record<string, string>> = useText(text);
  return (id) => words[id] ?? id;
}
