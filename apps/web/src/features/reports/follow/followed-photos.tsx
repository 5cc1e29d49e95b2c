import type { FollowedReport } from '@trailwarden/api'
import { useEffect, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { Card, Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'

const Frame = styled(Card)({
  overflow: 'hidden',
  '& img': { display: 'block', width: '100%', maxHeight: 420, objectFit: 'cover' },
  '& img + img': { borderTop: `2px solid ${colour('surface')}` },
  '& .words': { display: 'grid', gap: 2, padding: '14px 16px' },
  '& h2': { fontSize: rem(18), lineHeight: rem(24) },
  '& p': { overflowWrap: 'anywhere' },
})

const Pair = styled(Card)({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: 3,
  overflow: 'hidden',
  '& figure': { position: 'relative', height: 180, margin: 0, background: colour('surfaceSunken') },
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  '& figcaption': {
    position: 'absolute',
    left: 8,
    bottom: 8,
    padding: '2px 8px',
    borderRadius: 6,
    // The label overlays a photo, so it is dark in both themes.
    background: 'rgba(11, 23, 29, .85)',
    color: '#fff',
    font: font('600 13px/20px'),
  },
  // Narrow screens don't have room for two photos side by side.
  '@media (max-width: 359px)': { gridAutoFlow: 'row' },
})

type PhotoProps = { code: string; id: string; alt: string }

function FollowedPhoto({ code, id, alt }: PhotoProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isLeft = false
    // With POST, the code doesn't appear in URLs or logs.
    const headers = { 'content-type': 'application/json' }
    fetch('/api/report-links/photo', { method: 'POST', headers, body: JSON.stringify({ code, photoId: id }) })
      .then(async (reply) => {
        if (!reply.ok) return
        const bytes = await reply.blob()
        if (isLeft) return
        made = URL.createObjectURL(bytes)
        setUrl(made)
      })
      .catch(() => {})
    return () => {
      isLeft = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [code, id])
  return url && <img src={url} alt={alt} />
}

type Props = { code: string; report: FollowedReport }

const timeOf = ({ steps }: FollowedReport, step: string) => steps.find(({ name }) => name === step)?.at

/** Without a photo of the repair, there is nothing to compare. */
export function BeforeAndAfter({ code, report }: Props) {
  const { timeZone } = usePageData().site
  const [before] = report.photos
  const [after] = report.fixedPhotos
  if (!after) return null
  const dated = (word: string, at: string | null | undefined) => (at ? `${word} · ${formatDate(new Date(at), timeZone)}` : word)
  return (
    <Pair aria-label="Before and after">
      {before && (
        <figure>
          <FollowedPhoto code={code} id={before} alt="The reported problem" />
          <figcaption>{dated('Before', timeOf(report, 'Received'))}</figcaption>
        </figure>
      )}
      <figure>
        <FollowedPhoto code={code} id={after} alt="Fixed" />
        <figcaption>{dated('After', timeOf(report, 'Fixed'))}</figcaption>
      </figure>
    </Pair>
  )
}

export function WhatWasReported({ code, report }: Props) {
  const { category, words, photos, fixedPhotos } = report
  const from = fixedPhotos.length > 0 ? 1 : 0
  return (
    <Frame aria-label="What was reported">
      {photos.slice(from).map((id) => (
        <FollowedPhoto key={id} code={code} id={id} alt="The reported problem" />
      ))}
      {fixedPhotos.slice(1).map((id) => (
        <FollowedPhoto key={id} code={code} id={id} alt="Fixed" />
      ))}
      <div className="words">
        <h2>{category}</h2>
        {words && <Muted>{words}</Muted>}
      </div>
    </Frame>
  )
}
