import type { ComponentType } from 'react'
import { MyActions } from '#features/actions/lists/action-list.tsx'
import { Parts } from './parts.ts'

/** The logged-in person's Actions, below the content that other features add. */
export function myActionsTab(above: readonly ComponentType[]): ComponentType {
  return () => (
    <>
      <Parts of={above} />
      <MyActions />
    </>
  )
}
