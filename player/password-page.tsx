import type { PasswordPageInput } from '#protocol/player-page.ts'

import { EmptyStage } from './empty-stage.tsx'

/** Asks for a link's password. A plain form, so it works without script. */
export function PasswordPage({ problem, openUrl, owner }: PasswordPageInput) {
  return (
    <EmptyStage drawing="lock">
      {owner !== null && (
        <p className="us-problem-owner">
          {owner.brand.logoUrl !== null && <img src={owner.brand.logoUrl} alt="" />}
          {owner.name}
        </p>
      )}
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
    </EmptyStage>
  )
}
