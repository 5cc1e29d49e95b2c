import { distanceText, travelMinutes } from '@trailwarden/domain'
import type { AccessPoint, Site } from '@trailwarden/site'
import { awayText } from '#parts/emergency/survey-text.ts'
import { iconInfo } from '#ui/icons/tool-icons.ts'
import { iconCar, iconForest, iconHelicopter } from '../panels/panel-icons.ts'
import { FactList, NOT_RECORDED, PopupActs, Section } from './popup.tsx'
import { HelicopterFacts, ON_TRACK, RecordFacts, TravelTimes, terrainOf } from './survey-facts.tsx'

function twoWheelFact(metres: number | null, { walkKmh, rideKmh }: Site['speeds']): string {
  if (metres === null) return NOT_RECORDED
  if (metres === 0) return ON_TRACK
  const middle = (speeds: readonly number[]) => travelMinutes(metres, speeds[Math.floor(speeds.length / 2)] ?? 0)
  return `${distanceText(metres)}. Walk ${middle(walkKmh)} min, ride ${middle(rideKmh)} min`
}

/** The order is the one in which rescuers need the data. */
export function SurveyPopup({ record, site, isWide }: { record: AccessPoint; site: Site; isWide: boolean }) {
  const { position, helicopter, distance2wdM } = record
  const landing = helicopter.name ?? (helicopter.type ? 'Unnamed' : null)
  const terrain = terrainOf(record)
  return (
    <>
      <PopupActs at={position} />
      <Section
        icon={iconHelicopter}
        title="Helicopter landing"
        fact={landing ? [landing, awayText(position, helicopter.position)].filter(Boolean).join(', ') : NOT_RECORDED}
        isOpen={isWide}
      >
        <HelicopterFacts record={record} />
      </Section>
      <Section icon={iconCar} title="Distance to 2WD track" fact={twoWheelFact(distance2wdM, site.speeds)}>
        <TravelTimes metres={distance2wdM} speeds={site.speeds} />
      </Section>
      <Section
        icon={iconForest}
        title="Trail here"
        fact={
          terrain
            .flatMap(([, value]) => value ?? [])
            .slice(0, 2)
            .join(', ') || NOT_RECORDED
        }
      >
        <FactList facts={terrain} />
      </Section>
      <Section icon={iconInfo} title="Record" fact="Location, accuracy, date, notes">
        <RecordFacts record={record} />
      </Section>
    </>
  )
}
