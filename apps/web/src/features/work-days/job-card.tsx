import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { placeLine } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Photos } from '#data/device.ts'
import { useDevice } from '#data/device-session.ts'
import { usePhotoInput } from '#parts/photo-input.tsx'
import { PhotoTiles } from '#parts/photo-tiles.tsx'
import { RatingLine } from '#parts/rating-tile.tsx'
import { iconPhotoCamera, iconTaskAlt } from '#parts/record-icons.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { useSiteData } from '#parts/site-data.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconMap } from '#ui/icons.ts'
import { minutesText, reportJob, type SeenJob, type SeenWorkDay } from './work-days.ts'

// Stronger than what a record's columns say of headings.
const Title = styled('h3')({ '&&&&': { fontSize: 22, lineHeight: '28px', fontWeight: 700, overflowWrap: 'anywhere' } })
const Buttons = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8, '& > *': { minHeight: 56 } })

type Props = { day: SeenWorkDay; job: SeenJob; at: number }

/** The job that is being worked on: everything for it under one thumb, without signal too. */
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
          Way there
        </Button>
        <Button variant="outlined" onClick={choose}>
          <Icon path={iconPhotoCamera} />
          {taken > 0 ? `${taken} after-photo${taken > 1 ? 's' : ''}` : 'After-photo'}
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
        error={isLeft && !note.trim() ? 'Say why it is left for another day' : undefined}
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
