/** Line drawings on 20 × 20. */
const drawings = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  play: 'M7 4.8v10.4L15.5 10z',
  sound: 'M3.5 8v4h2.7L10 15V5L6.2 8zM12.5 7.5a3.5 3.5 0 0 1 0 5M14.5 5.5a6.5 6.5 0 0 1 0 9',
  pause: 'M7.5 5v10M12.5 5v10',
  full: 'M3.5 7.5v-4h4M16.5 7.5v-4h-4M3.5 12.5v4h4M16.5 12.5v4h-4',
  window: 'M7.5 3.5v4h-4M12.5 3.5v4h4M7.5 16.5v-4h-4M12.5 16.5v-4h4',
  text: 'M4 5h12M4 8.5h12M4 12h12M4 15.5h7',
} as const

interface IconProps {
  readonly name?: keyof typeof drawings
  /** An SVG path, for icons of code that loads later. */
  readonly drawing?: string
}

export function Icon({ name, drawing }: IconProps) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d={drawing ?? (name && drawings[name])}
        fill={name === 'play' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
