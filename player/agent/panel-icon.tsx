/** The panel's line icons, drawn in the text's colour. */
export function PanelIcon({ name }: { readonly name: keyof typeof paths | 'mark' }) {
  if (name === 'mark') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          fill="currentColor"
          d="M11 4.5v5.6c0 5.4-2.7 8.9-7.9 10.3l-1-2.8c2.8-.9 4.2-2.5 4.4-4.8H2V4.5zM14 4.9c0-1.1 1-1.7 1.9-1.2l6.6 6.2c.8.7.8 1.6 0 2.3l-6.6 6.2c-.9.5-1.9-.1-1.9-1.2z"
        />
      </svg>
    )
  }
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}

const paths = {
  plus: 'M10 4v12M4 10h12',
  microphone:
    'M10 2.5A2.5 2.5 0 0 1 12.5 5v4a2.5 2.5 0 0 1-5 0V5A2.5 2.5 0 0 1 10 2.5M4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5',
  'microphone-off': 'M7.5 8V5a2.5 2.5 0 0 1 5 0v4.5M4.5 9.5a5.5 5.5 0 0 0 9 4.2M15.5 9.5v.6M10 15v2.5M3 3l14 14',
  sound: 'M3.5 8v4h2.7l3.8 3.2V4.8L6.2 8zM13 7.5q1.7 2.5 0 5M15.2 5.5q3 4.5 0 9',
  'sound-off': 'M3.5 8v4h2.7l3.8 3.2V4.8L6.2 8zM13 8l4 4M17 8l-4 4',
  send: 'M10 16V4.5M5 9l5-5 5 5',
  close: 'm5 5 10 10M15 5 5 15',
  more: 'M4.2 10h.6M9.7 10h.6M15.2 10h.6',
  stop: 'M6 6h8v8H6z',
  calendar: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v3.5M13 2.5v3.5',
  globe: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3q-4.5 7 0 14M10 3q4.5 7 0 14',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  next: 'm8 4.5 5.5 5.5L8 15.5',
  page: 'M5 2.5h6.5L15 6v11.5H5zM8 9h4M8 12.5h4',
  play: 'M6.5 4.5v11l9-5.5z',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4.5 16.5c.5-3 2.6-4.5 5.5-4.5s5 1.5 5.5 4.5',
} as const
