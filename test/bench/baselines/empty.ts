// Nothing: what node needs to start and end.
export {}
