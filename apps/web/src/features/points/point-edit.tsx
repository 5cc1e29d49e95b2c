import { styled } from '@mui/material/styles'
import { writtenOf } from '@trailwarden/domain'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { Notice } from '#ui/notice.tsx'
import { PointForm } from './point-form.tsx'
import { editPoint, type SeenPoint, usePoint } from './points.ts'

const Page = styled('div')({ padding: 16 })

export function PointEdit() {
  const { id = '' } = useParams()
  const point = usePoint(id)
  if (point === undefined) return null
  if (point === null)
    return (
      <Page>
        <Notice>{REFUSALS['not-found']}</Notice>
      </Page>
    )
  return <Shown key={id} point={point} />
}

function Shown({ point }: { point: SeenPoint }) {
  const device = useDevice()
  const [start] = useState(() => writtenOf(pointKind, point))
  return <PointForm point={point} id={point.id} start={start} save={(patch) => editPoint(device, point.id, patch)} />
}
