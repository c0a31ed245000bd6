import type { ModelRequest } from './language-model.ts'

export interface TokenCounts {
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Millionths of a US cent, rounded up. */
export function costOf(
  { tokensIn, tokensOut }: TokenCounts,
  { priceIn, priceOut }: { readonly priceIn: number; readonly priceOut: number },
): number {
  // Dollars per million tokens are 100 micro-cents per token.
  return Math.max(0, Math.ceil((tokensIn * priceIn + tokensOut * priceOut) * 100 - 1e-6))
}

/** Estimated tokens of a text, on the high side: providers' tokenisers need about four characters, or two bytes. */
export function estimateTokens(text: string): number {
  return Math.ceil(Math.max(text.length / 3.5, Buffer.byteLength(text, 'utf8') / 4))
}

/** The maximum that a request can use. */
export function mostTokens({ instructions, data, tools, tokensMax }: ModelRequest): TokenCounts {
  const text = instructions + data + (tools.length === 0 ? '' : JSON.stringify(tools))
  return { tokensIn: estimateTokens(text) + overheadTokens, tokensOut: tokensMax }
}

/** Roles and separators. */
const overheadTokens = 16
