import '../styles/brief.css'
import { notationLines } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useEffect, useRef } from 'react'
import { isDesktop } from '#lib/breakpoint.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { part } from '#ui/part.tsx'
import { FoldWords } from '../fold.tsx'
import { SketchMap } from '../here/sketch-map.tsx'
import { iconResponders } from '../icons.ts'
import { briefRows } from './brief-rows.ts'

/** Needs a request to the server, so it comes after everything that works offline. */
const OpenHazards = part(() => import('../here/open-hazards.tsx').then((m) => m.OpenHazards))

/** The brief as plain text, for a message or a dispatch system. */
export function briefText(site: Site, data: SiteData, marker: EmergencyMarker): string {
  return [
    `Responder brief: ${marker.code}, ${marker.area ?? 'area unknown'}`,
    ...(site.sample ? ['SAMPLE DATA - NOT FOR NAVIGATION'] : []),
    `Position: ${notationLines(marker.position, site.grid).join('; ')}`,
    ...briefRows(site, data, marker).map(({ title, lines }) => `${title}: ${lines.join('; ')}`),
  ].join('\n')
}

type Props = { site: Site; data: SiteData; marker: EmergencyMarker; startsOpen: boolean; children: ReactNode }

/**
 * Directions and access notes for responders who drive or fly in. It is closed, because the person at the post needs the rest of the screen.
 * It opens without scripts, for a dispatcher who typed the code, and for a responder with a link. Prints on one A4 page.
 */
export function ResponderBrief({ site, data, marker, startsOpen, children }: Props) {
  const fold = useOpening(startsOpen)
  const rows = briefRows(site, data, marker)
  return (
    <details ref={fold} className="card brief">
      <summary className="fold on-screen">
        <FoldWords icon={iconResponders} title="For responders" more="Way in, way out, landing and ground" />
      </summary>
      {children}
      <div className="brief-head">
        <h2>
          Responder brief <span className="on-paper">{marker.code}</span>
        </h2>
        <button type="button" className="outlined on-screen" onClick={() => print()}>
          Print
        </button>
      </div>
      <div className="on-paper">
        {site.sample && <p className="sample">Sample data – not for navigation</p>}
        <p>{[site.label, marker.area, ...notationLines(marker.position, site.grid)].filter(Boolean).join(' · ')}</p>
      </div>
      <dl>
        {rows.map(({ title, lines }) => (
          <div key={title}>
            <dt>{title}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
      <OpenHazards site={site} data={data} marker={marker} failed={<p className="warn">Couldn’t load open hazards.</p>} />
      <div className="on-paper">
        <SketchMap data={data} centre={marker.position} selected={marker.code} />
      </div>
    </details>
  )
}

/** Opens the brief for the people it is meant for, and before it is printed. */
function useOpening(startsOpen: boolean) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const open = () => {
      if (fold.current) fold.current.open = true
    }
    if (location.hash.startsWith('#brief=') || (startsOpen && isDesktop())) open()
    addEventListener('beforeprint', open)
    return () => removeEventListener('beforeprint', open)
  }, [startsOpen])
  return fold
}
