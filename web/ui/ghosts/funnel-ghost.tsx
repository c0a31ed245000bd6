/** Three figures, and steps that fewer and fewer visitors reach. */
export function FunnelGhost() {
  return (
    <div className="p-3">
      <div className="mb-5 grid grid-cols-3 gap-4">
        {[64, 48, 40].map((width, index) => (
          <div key={width}>
            <span className="block h-1.5 w-11 rounded-tiny bg-line-strong opacity-70" />
            <span
              className={`mt-2 block h-6 rounded-tiny ${index === 1 ? 'bg-accent-line' : 'bg-line-strong'}`}
              style={{ width }}
            />
          </div>
        ))}
      </div>
      <svg viewBox="0 0 400 160" className="block w-full">
        <path
          d="M0 10h36L52 22h36L104 36h36L156 44h36L208 68h36L260 80h36L312 90h36L364 96h36V160H0z"
          className="fill-accent-soft"
        />
        {[10, 22, 36, 44, 68, 80, 90, 96].map((y, index) => (
          <rect
            key={y}
            x={index * 52}
            y={y}
            width="36"
            height={160 - y}
            rx="4"
            className={index === 4 ? 'fill-accent-line' : 'fill-line-strong'}
          />
        ))}
      </svg>
    </div>
  )
}
