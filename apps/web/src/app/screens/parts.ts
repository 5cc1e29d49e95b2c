import { type ComponentType, createElement, Fragment } from 'react'

/** Renders parts of several features in order. The list never changes, so each part's index is its key. */
export const Parts = ({ of }: { of: readonly ComponentType[] }) =>
  createElement(
    Fragment,
    null,
    of.map((Part, at) => createElement(Part, { key: at })),
  )
