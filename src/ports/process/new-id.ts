/** Makes ids that nobody else makes, for example `vid_01h455vb4pex5vsknk084sn02q`. */
export type NewId = (
  prefix:
    | 'acc'
    | 'key'
    | 'vid'
    | 'bat'
    | 'evt'
    | 'whe'
    | 'voc'
    | 'twn'
    | 'tak'
    | 'rec'
    | 'psc'
    | 'cns'
    | 'per'
    | 'inv'
    | 'sig'
    | 'plr'
    | 'req'
    | 'ans',
) => string
