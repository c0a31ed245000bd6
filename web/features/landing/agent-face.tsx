/** An agent's face: quotation marks as eyes, on the colour of the agent who speaks. */
export function AgentFace({ size }: { readonly size: 36 | 64 }) {
  return (
    <span className={size === 36 ? 'agent-face' : 'agent-face agent-face-large'} aria-hidden>
      <svg viewBox="0 0 24 24">
        <path d="M11 4.5v5.6c0 5.4-2.7 8.9-7.9 10.3l-1-2.8c2.8-.9 4.2-2.5 4.4-4.8H2V4.5zM14 4.9c0-1.1 1-1.7 1.9-1.2l6.6 6.2c.8.7.8 1.6 0 2.3l-6.6 6.2c-.9.5-1.9-.1-1.9-1.2z" />
      </svg>
    </span>
  )
}
