import type { PasswordPageInput } from '#protocol/player-page.ts'

/** Asks for a link's password. A plain form, so it works without script. */
export function PasswordPage({ problem, openUrl }: PasswordPageInput) {
  return (
    <main className="us-problem">
      <svg viewBox="0 0 120 76" width="120" height="76" aria-hidden="true">
        <path
          d="M4 4h112v58H4zM4 14h112M44 62v10M76 62v10M34 72h52M48 34h24v18H48zM52 34v-6a8 8 0 0 1 16 0v6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      <h1>Password required</h1>
      <p id="us-password-hint">Ask the person who sent you the link.</p>
      <form method="post" className="us-password">
        <label htmlFor="us-password">Password</label>
        <input
          id="us-password"
          type="password"
          name="password"
          required
          maxLength={72}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? 'us-password-hint' : 'us-password-problem'}
        />
        {problem !== null && (
          <p id="us-password-problem" role="alert">
            {problem}
          </p>
        )}
        <button className="us-move us-move-next">Open the demo</button>
      </form>
      {openUrl !== null && (
        <a href={openUrl} target="_blank" rel="noopener">
          Open in a new tab
        </a>
      )}
    </main>
  )
}
