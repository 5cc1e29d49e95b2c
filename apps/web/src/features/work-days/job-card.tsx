import { placeLine } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Photos } from '#data/device/device.ts'
import { useDevice } from '#data/device/device-session.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { usePhotoInput } from '#parts/photo/photo-input.tsx'
import { PhotoTiles } from '#parts/photo/photo-tiles.tsx'
import { iconPhotoCamera, iconTaskAlt } from '#parts/record/record-icons.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { rem } from '#ui/theme/theme.ts'
import { minutesText, reportJob, type SeenJob, type SeenWorkDay } from './work-days.ts'

// The repeated selector overrides the heading style of RecordColumns.
const Title = styled('h3')({ '&&&&': { fontSize: rem(22), lineHeight: rem(28), fontWeight: 700, overflowWrap: 'anywhere' } })
const Buttons = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8, '& > *': { minHeight: 56 } })

type Props = { day: SeenWorkDay; job: SeenJob; at: number }

export function JobCard({ day, job, at }: Props) {
  const me = useSignedIn()
  const device = useDevice()
  const trails = useSiteData()?.index ?? null
  const [note, setNote] = useState('')
  const [isLeft, setIsLeft] = useState(false)
  const [photos, setPhotos] = useState<Photos>({})
  const { input, choose, issue } = usePhotoInput((taken) => setPhotos({ ...photos, ...taken }))
  const { action } = job
  const taken = Object.keys(photos).length
  const report = (outcome: 'Done' | 'Not today') => {
    if (outcome === 'Not today' && !note.trim()) return setIsLeft(true)
    void reportJob(device, me, day, job, { outcome, note: note.trim(), photos })
  }
  return (
    <PaddedCard aria-label={`Job ${at + 1} of ${day.jobs.length}`}>
      <Muted>
        Job {at + 1} of {day.jobs.length}
      </Muted>
      {action && action.photos.length > 0 && <PhotoTiles photos={action.photos} title={action.description} />}
      <Title>{action?.description ?? job.what}</Title>
      {action && <RatingLine rating={action.rating} />}
      <p>
        {[action && placeLine(trails, action), action?.number, job.minutes && minutesText(job.minutes), job.tools]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {action?.detail && <p>{action.detail}</p>}
      <Buttons>
        <Button variant="outlined" component={Link} to={`/actions/view/${job.actionId}`}>
          <Icon path={iconMap} />
          How to get there
        </Button>
        <Button variant="outlined" onClick={choose}>
          <Icon path={iconPhotoCamera} />
          {taken > 0 ? `${taken} after-photo${taken > 1 ? 's' : ''}` : 'After photo'}
        </Button>
      </Buttons>
      {input}
      {issue && <p role="alert">{issue}</p>}
      <TextAreaField
        label="What was done"
        optional
        rows={2}
        maxLength={500}
        value={note}
        error={isLeft && !note.trim() ? 'Say why you’re leaving this for another day' : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <FootBar of="form">
        <Button variant="outlined" onClick={() => report('Not today')}>
          Not today
        </Button>
        <Button className="grows" variant="contained" onClick={() => report('Done')}>
          <Icon path={iconTaskAlt} />
          Mark {action?.number || 'it'} done
        </Button>
      </FootBar>
    </PaddedCard>
  )
}
