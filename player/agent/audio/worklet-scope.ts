/* The AudioWorkletGlobalScope globals that our worklets use; TypeScript's DOM library lacks them. */

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
