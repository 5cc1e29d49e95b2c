import { type NotedPhoto, notedPhoto, PHOTO_NOTE_MAX_LENGTH, type Photo } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const PhotoValues = z.array(z.object({ id: z.string(), note: z.string().check(z.trim(), z.maxLength(PHOTO_NOTE_MAX_LENGTH)) }))

export const photoValuesOf = (photos: readonly Photo[]): NotedPhoto[] => photos.map(notedPhoto)
