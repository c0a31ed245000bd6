import { useState } from 'react'
import { content } from 'virtual:landing-content'

const commands = ['cd understudy', 'npm start']

/** How to run it, to copy. */
export function CommandBlock() {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(commands.join('\n'))
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 2_000)
  }
  const seconds = (content.figures.startMs / 1_000).toFixed(1)
  return (
    <section id="own" aria-labelledby="own-title" className="wide split paint-when-near">
      <div>
        <h2 id="own-title">Yours, in two commands</h2>
        <p>Open source, MIT. No key, no cloud, your data in one folder.</p>
      </div>
      <div className="terminal">
        <div>
          <pre>
            {commands.map((command) => (
              <code key={command}>{command}</code>
            ))}
          </pre>
          <button type="button" onClick={() => void copy().catch(() => undefined)}>
            <svg viewBox="0 0 20 20" aria-hidden>
              <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
              <path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
            </svg>
            <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy'}</span>
          </button>
        </div>
        <p>
          Understudy is ready on <b>http://localhost:3000</b>
        </p>
        <p>Database, files and agent are included.</p>
        <p>The first start builds it. After that, it takes {seconds}&nbsp;s.</p>
      </div>
    </section>
  )
}
