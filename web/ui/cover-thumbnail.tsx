import { scaledImageAddress } from '../lib/image-address.ts'

/** A demo's first picture in a row; an empty frame without one. */
export function CoverThumbnail(props: { readonly picture: string | undefined; readonly backendUrl: string }) {
  return (
    <span className="h-[30px] w-12 shrink-0 overflow-hidden rounded-[5px] bg-sunken shadow-[0_0_0_1px_var(--line)]">
      {props.picture === undefined || props.backendUrl === '' ? null : (
        <img
          src={scaledImageAddress(props.backendUrl, props.picture, 160)}
          alt=""
          loading="lazy"
          className="size-full object-cover object-left-top"
        />
      )}
    </span>
  )
}
