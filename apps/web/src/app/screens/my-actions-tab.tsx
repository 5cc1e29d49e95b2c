import type { ComponentType } from 'react'
import { MyActions } from '#features/actions/lists/action-list.tsx'
import { Parts } from './parts.ts'

export function myActionsTab(above: readonly ComponentType[]): ComponentType {
  return () => (
    <>
      <Parts of={above} />
      <MyActions />
    </>
  )
}
