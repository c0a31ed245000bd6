import { content } from 'virtual:landing-content'

import { answers } from './answers.ts'

export function Questions() {
  return (
    <section id="resources" aria-labelledby="resources-title" className="wide split questions paint-when-near">
      <div>
        <h2 id="resources-title">Questions</h2>
        <a href="#ask" className="questions-ask">
          <i aria-hidden />
          Ask {content.ask.agentName}
        </a>
      </div>
      <div>
        {answers.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <svg viewBox="0 0 20 20" aria-hidden>
                <path d="M10 4v12M4 10h12" />
              </svg>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
