/* The few globals of AudioWorkletGlobalScope that our worklets use; TypeScript's DOM library has none of them. */

export interface WorkletProcessor {
  readonly port: MessagePort
}

interface WorkletScope {
  readonly sampleRate: number
  readonly currentTime: number
  readonly AudioWorkletProcessor: new () => WorkletProcessor
  readonly registerProcessor: (name: string, processor: new () => WorkletProcessor) => void
}

export const workletScope = globalThis as unknown as WorkletScope
