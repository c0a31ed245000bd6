/* Missing in TypeScript's library. Chrome offers it to pages, too. https://www.w3.org/TR/mediacapture-transform/ */

declare class MediaStreamTrackProcessor {
  constructor(init: { readonly track: MediaStreamTrack; readonly maxBufferSize?: number })
  readonly readable: ReadableStream<VideoFrame>
}
