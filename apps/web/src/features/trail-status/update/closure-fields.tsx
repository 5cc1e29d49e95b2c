import { type Closure, TRAIL_MESSAGE_MAX_LENGTH, WAY_AROUND_MAX_LENGTH } from '@trailwarden/domain'
import { fromWallText, toWallText } from '#lib/dates.ts'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { SectionLine } from './section-line.tsx'
import { closureError } from './update-values.ts'

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: '12px 0',
  '& input': { minWidth: 0 },
  '& > h4': { margin: 0, font: font('600 15px/20px') },
  '& > button': { justifySelf: 'start', marginLeft: -12, color: colour('link') },
  [DESKTOP]: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '& > h4, & > svg, & > button, & > .why': { gridColumn: '1 / -1' },
  },
})

const START = '(start)'
const FINISH = '(finish)'
const LEVELS = [
  { value: 'Closed', title: 'Closed' },
  { value: 'Limited', title: 'Open with care' },
]

type Props = {
  closure: Closure
  posts: readonly string[]
  timeZone: string
  onChange: (closure: Closure) => void
  onRemove: () => void
}

/** Times are in the network's time zone, even if the author is elsewhere. */
export function ClosureFields({ closure, posts, timeZone, onChange, onRemove }: Props) {
  const { section, level, startsAt, endsAt, reopens, message, wayAround } = closure
  const error = closureError(closure, useNow())
  const change = (part: Partial<Closure>) => onChange({ ...closure, ...part })
  const moment = (text: string) => (text === '' ? null : fromWallText(text, timeZone).toISOString())
  const shown = (at: string | null) => (at ? toWallText(new Date(at), timeZone) : '')
  const ends = (end: string, word: string) => [{ value: end, title: word }, ...posts.map((code) => ({ value: code, title: code }))]
  const endError = error?.field === 'to' ? error.text : undefined
  return (
    <Fields>
      {section && (
        <>
          <h4>Which part</h4>
          {posts.length > 0 && <SectionLine posts={posts} section={section} level={level} />}
          <SelectField
            label="What’s the status?"
            value={level}
            options={LEVELS}
            onChange={(event) => change({ level: event.target.value === 'Limited' ? 'Limited' : 'Closed' })}
          />
          {posts.length > 0 ? (
            <>
              <SelectField
                label="From post"
                value={section.from ?? START}
                options={ends(START, 'Start')}
                onChange={({ target }) => change({ section: { ...section, from: target.value === START ? null : target.value } })}
              />
              <SelectField
                label="To post"
                value={section.to ?? FINISH}
                options={[...ends(FINISH, 'Finish').slice(1), { value: FINISH, title: 'Finish' }]}
                error={endError}
                onChange={({ target }) => change({ section: { ...section, to: target.value === FINISH ? null : target.value } })}
              />
            </>
          ) : (
            <>
              <TextField
                label="From"
                value={section.from ?? ''}
                maxLength={40}
                onChange={({ target }) => change({ section: { ...section, from: target.value || null } })}
              />
              <TextField
                label="To"
                value={section.to ?? ''}
                maxLength={40}
                error={endError}
                onChange={({ target }) => change({ section: { ...section, to: target.value || null } })}
              />
            </>
          )}
        </>
      )}
      <TextField
        label={level === 'Closed' ? 'Closed from' : 'From'}
        help="Leave blank to start now"
        type="datetime-local"
        value={shown(startsAt)}
        onChange={({ target }) => change({ startsAt: moment(target.value) })}
      />
      <TextField
        label="Until"
        optional
        help="It won’t reopen automatically"
        type="datetime-local"
        value={shown(endsAt)}
        error={error?.field === 'until' ? error.text : undefined}
        onChange={({ target }) => change({ endsAt: moment(target.value) })}
      />
      <TextField
        label="Likely to reopen"
        optional
        help="Leave blank if not known"
        type="date"
        value={reopens ?? ''}
        onChange={({ target }) => change({ reopens: target.value || null })}
      />
      <TextField
        label="Detour"
        optional
        value={wayAround}
        maxLength={WAY_AROUND_MAX_LENGTH}
        onChange={({ target }) => change({ wayAround: target.value })}
      />
      <div className="why">
        <TextField
          label="Why"
          optional
          value={message}
          maxLength={TRAIL_MESSAGE_MAX_LENGTH}
          onChange={({ target }) => change({ message: target.value })}
        />
      </div>
      <Button variant="text" onClick={onRemove}>
        Remove closure
      </Button>
    </Fields>
  )
}
