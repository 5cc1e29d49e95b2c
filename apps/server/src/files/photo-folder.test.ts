import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { preparePhotoFolder } from './photo-folder.ts'

test('SEC-H2 refuses to store photos in a publicly served folder, even through a symbolic link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photo-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const served = join(folder, 'dist')
  mkdirSync(join(served, 'client'), { recursive: true })
  const link = join(folder, 'link')
  symlinkSync(join(served, 'client'), link)
  for (const directory of [join(served, 'client/photos'), served, link])
    expect(() => preparePhotoFolder(directory, [served])).toThrow(
      `The server cannot start: PHOTOS_DIR ${directory} is inside ${served}, whose files anyone can read.`,
    )
  expect(existsSync(join(served, 'client/photos'))).toBe(false)
  const good = join(folder, 'dist-photos/new')
  preparePhotoFolder(good, [served])
  expect(readdirSync(good)).toEqual([])
})
