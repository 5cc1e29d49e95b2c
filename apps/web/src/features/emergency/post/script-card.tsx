import { type SentencePart, spokenCode } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import type { ReactNode } from 'react'

/** `finding` is shown only if scripts are running. */
type Part = SentencePart | { finding: string }
type Sentence = readonly Part[]

function Words({ part }: { part: Part }) {
  if (typeof part === 'string') return part
  if ('strong' in part) return <b>{part.strong}</b>
  return 'warn' in part ? <b className="limit">{part.warn}</b> : <span className="finding">{part.finding}</span>
}

// biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
const Parts = ({ parts }: { parts: Sentence }) => parts.map((part, i) => <Words key={i} part={part} />)

/** Shows the spoken letters and the spoken numbers, and doesn't break either group across lines. */
function Spoken({ code }: { code: string }) {
  const signs = code.replace(/\d+$/, '')
  return (
    <span className="spoken">
      <span>{spokenCode(signs)}</span> <span>{spokenCode(code.slice(signs.length))}</span>
    </span>
  )
}

/** The sentence with the post's code, large enough to read at arm's length, and how to pronounce the code. */
function PostSentence({ parts, codes }: { parts: Sentence; codes: string }) {
  const at = parts.findIndex((part) => typeof part === 'object' && 'strong' in part && part.strong === codes)
  const [next = '', ...rest] = parts.slice(at + 1)
  const isOne = !codes.includes(' ')
  // Punctuation after the code is hidden, but screen readers announce it.
  const [, stop = '', after = ''] = /^([.,] )?(.*)$/s.exec(typeof next === 'string' ? next : '') ?? []
  return (
    <li className="post">
      <Parts parts={parts.slice(0, at)} />
      <span className="code-line">
        <b className={isOne ? 'code' : 'code several'}>{codes}</b> {isOne && <Spoken code={codes} />}
      </span>
      {stop && <span className="unseen">{stop}</span>}
      <Parts parts={typeof next === 'string' ? [after, ...rest] : [next, ...rest]} />
    </li>
  )
}

type Props = {
  site: Site
  sentences: readonly Sentence[]
  /** The codes to show in large type. */
  codes?: string
  /** Reserves space while the position is being found, so that the text doesn't move. */
  keepsRoom?: boolean
  head?: ReactNode
  children?: ReactNode
}

/** What to tell the operator, in the order they ask for it. */
export function ScriptCard({ site, sentences, codes = '', keepsRoom = false, head, children }: Props) {
  const has = (parts: Sentence) => parts.some((part) => typeof part === 'object' && 'strong' in part && part.strong === codes)
  return (
    <section className="card script">
      <div className="tell-head">
        <h2>Tell {site.emergencyNumber}</h2>
        {site.sample && <p className="sample">Sample data – not for navigation</p>}
        {head}
      </div>
      <ol className={keepsRoom ? 'tell keeps-room' : 'tell'}>
        {sentences.map((parts, i) =>
          codes && has(parts) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences never change order
            <PostSentence key={i} parts={parts} codes={codes} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences never change order
            <li key={i}>
              <Parts parts={parts} />
            </li>
          ),
        )}
      </ol>
      {children}
    </section>
  )
}

const FIRST: readonly Sentence[] = [
  [{ strong: 'Ambulance' }, ', police or fire?'],
  ['The name of the trail'],
  ['The ', { strong: 'code on the post' }, ' and how far you are from it'],
  ['What happened, ', { strong: 'how many are hurt' }],
  ['Stay where you said you are'],
]
const LOOKING: readonly Sentence[] = FIRST.map((sentence, i) => (i === 2 ? [{ finding: 'Finding you… ' }, ...sentence] : sentence))

/** Shown until a position or code is known, and before any script runs. */
export const FirstScript = ({ site, isLooking }: { site: Site; isLooking: boolean }) => (
  <ScriptCard site={site} sentences={isLooking ? LOOKING : FIRST} keepsRoom={isLooking} />
)
