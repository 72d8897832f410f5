/** What makes a Pod one that only reads, as an overlay of its manifest. */
export const readOverlay = (folder: string): string =>
  [
    `[[scope.allow]]\ntarget = ${JSON.stringify(folder)}\npermission = "read"`,
    // The deny takes what rules of the manifests would let it write.
    '[[scope.deny]]\ntarget = "/"\npermission = "write"',
  ].join('\n')
