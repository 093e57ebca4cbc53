import { appendFile, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import { outermostBoxes, readPart } from './boxes.ts'

/** Says what a file is, to people: they should know a made picture (EU AI Act, article 50). */
export const AI_NOTICE = 'AI-generated presenter video: the picture and the voice are synthetic.'

/**
 * Says what a file is, to machines, in the words of the IPTC: a composite of several elements, at
 * least one of which is generative AI. The voice is a model's that was trained on recordings, the
 * picture is drawn by rules, by another renderer or from a person's footage, the words are the owner's: no
 * other code covers all of them. See docs/provenance.md.
 *
 * @see https://cv.iptc.org/newscodes/digitalsourcetype/
 */
export const DIGITAL_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic'

/** The identity of boxes that hold XMP (XMP specification, part 3, "MPEG-4"). */
const XMP_BOX_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** Far more than a mark is; a file that claims more is not read. */
const LARGEST_PACKET_BYTES = 65_536

/** RDF may write properties in several ways; a mark of ours has them as attributes. */
const SOURCE_TYPE_ATTRIBUTE = /\sIptc4xmpExt:DigitalSourceType="([^"]*)"/u
const IDENTIFIER_ATTRIBUTE = /\sdc:identifier="([^"]*)"/u

/** What a file's mark says. */
export interface Mark {
  readonly digitalSourceType: string
  /** Which video of ours it is. */
  readonly videoId: string
}

/**
 * Marks a finished MP4 file as AI-made: an XMP packet in a box of its own at the end, where it moves
 * nothing that the index points to.
 */
export async function writeMark(file: string, videoId: string): Promise<void> {
  const packet = Buffer.from(xmpPacket(videoId))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(header.length + XMP_BOX_ID.length + packet.length, 0)
  header.write('uuid', 4, 'latin1')
  await appendFile(file, Buffer.concat([header, XMP_BOX_ID, packet]))
}

/** The mark of an MP4 file, or null when it has none. @throws when the file is no MP4. */
export async function readMark(path: string): Promise<Mark | null> {
  const file = await open(path)
  try {
    const packet = await xmpOf(file)
    const digitalSourceType = packet?.match(SOURCE_TYPE_ATTRIBUTE)?.[1]
    const videoId = packet?.match(IDENTIFIER_ATTRIBUTE)?.[1]
    return digitalSourceType && videoId ? { digitalSourceType, videoId } : null
  } finally {
    await file.close()
  }
}

async function xmpOf(file: FileHandle): Promise<string | null> {
  for (const { type, contentStart, end } of await outermostBoxes(file)) {
    if (type !== 'uuid' || end - contentStart > LARGEST_PACKET_BYTES) continue
    const content = await readPart(file, contentStart, end)
    if (content.subarray(0, XMP_BOX_ID.length).equals(XMP_BOX_ID)) {
      return content.toString('utf8', XMP_BOX_ID.length)
    }
  }
  return null
}

function xmpPacket(videoId: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    dc:identifier="${escapeXml(videoId)}"
    xmp:CreatorTool="Presenter Video API"
    Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}">
   <dc:description>
    <rdf:Alt>
     <rdf:li xml:lang="x-default">${AI_NOTICE}</rdf:li>
    </rdf:Alt>
   </dc:description>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
