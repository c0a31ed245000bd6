/** Multiplies matrices faster than plain code can; instantiated from matrix-kernel.wasm, outside of `agent`. */
export interface MatrixKernel {
  /** Weights, inputs and sums. */
  readonly memory: ArrayBuffer
  /**
   * Writes `sums[token][row] = weights[row] · x[token]`, with 8-bit weights, 16-bit inputs and 32-bit sums at these
   * addresses. Rows are a multiple of 2, inputs of 16, tokens of 4.
   */
  multiply(weights: number, rows: number, inputs: number, x: number, tokens: number, sums: number): void
}

/** Opens a kernel with at least this many bytes of memory. */
export type OpenKernel = (bytes: number) => MatrixKernel
