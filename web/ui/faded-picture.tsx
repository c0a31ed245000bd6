import { clsx } from 'clsx'
import { useState, type ComponentProps, type ReactNode } from 'react'

interface FadedPictureProps extends Omit<ComponentProps<'img'>, 'onLoad' | 'alt'> {
  /** Marks on the picture, which appear with it. */
  readonly children?: ReactNode
}

/** A picture that fades in once decoded. Until then, a white area would be the brightest thing on a dark stage. */
export function FadedPicture({ className, children, ...image }: FadedPictureProps) {
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown === image.src
  return (
    <>
      <img
        {...image}
        alt=""
        className={clsx(
          className,
          'transition-opacity duration-[180ms] motion-reduce:transition-none',
          isShown ? 'bg-white' : 'opacity-0',
        )}
        onLoad={({ currentTarget }) => {
          const show = () => setShown(image.src ?? '')
          currentTarget.decode().then(show, show)
        }}
      />
      {isShown ? children : null}
    </>
  )
}
