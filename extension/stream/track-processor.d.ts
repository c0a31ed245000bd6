/* Of Chrome, where pages have it, too; the library knows none. https://www.w3.org/TR/mediacapture-transform/ */

declare class MediaStreamTrackProcessor {
  constructor(init: { readonly track: MediaStreamTrack; readonly maxBufferSize?: number })
  readonly readable: ReadableStream<VideoFrame>
}
