// The move tree of a game or a study.

export * from "./flat";
export * from "./nags";
export * from "./node";
export * from "./numbers";
export * from "./operations";
