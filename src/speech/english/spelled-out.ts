/** Groups of consonants that a word can begin with, for Flite: of others it reads out the letters. */
const BEGINNINGS = clusters(`
  bh bj bl br ch cl cr cw cz dh dj dl dr dv dw dz fj fl fr gh gj gl gm gn gr gw hl hr hs hw kh kj kl km kn kr
  kw lh ll mc mr nc nr pf ph pl pm pn pr ps pt rh sc sf sh sj sk sl sm sn sp sq sr st sv sw sz th tj tk tr ts
  tv tw vl vr wh wr zb zh zl zv zw chl chr grz mcb mcc mcd mcf mcg mch mck mcl mcm mcn mcp mcq mcr mct mcv mcw
  ncb ncc ncd ncf ncg nch nck ncl ncm ncn ncp ncq ncr nct ncv ncw pfl phl phr prz sch scl scr shl shr skl skr
  sph spl spr str thr thw trz mcbr mccl mccr mcgl mcgr mcph ncbr nccl nccr ncgl ncgr ncph schl schm schn schr
  schw
`)

/** Groups of consonants that a word can end with. */
const ENDINGS = clusters(`
  bb bh bl bs bt ch ck cq cs ct cz dd dh dl ds dt dz ff fs ft fz gg gh gl gm gn gs gt hd hg hl hm hn hr hs jl
  jm jn kh kk ks kt lb lc ld lf lg lk ll lm ln lp ls lt lx lz mb mc md mf mg mh mk ml mm mn mp mq ms mt mx mz
  nb nc nd nf ng nh nk nl nm nn np nq ns nt nx nz pf ph pl pp ps pt rb rc rd rf rg rk rl rm rn rp rr rs rt rv
  rx rz sc sh sk sm sn sp sr ss st sz th tl tr ts tt tz vl vr vs wd wk wl wm wn ws wt xt xx zd zk zm zn zs zz
  bbs lbs mbs nbs rbs lch mch nch rch sch tch lck mck nck rck rcq lcs mcs ncs rcs scs mct nct mcz ncz rcz mdh
  ndh mdl ndl dds lds mds nds rds wds ldt mdt ndt rdt zdz lff mff nff rff ffs lfs rfs fft lft mft nft mgg ngg
  lgh mgh ngh rgh mgl ngl ggs mgs ngs rgs mgt ngt chl ghm thm ghn thn chs ghs khs phs ths cks lks mks nks rks
  sks wks rkt cld rld hlf rll hls lls rls vls wls hlt rlt rmd hmg rmm rmn gms hms lms mms nms rms sms wms dmt
  rmt smt rnd hng rnm rnn gns hns lns mns nns rns sns wns dnt rnt snt mpf npf rpf lph mph nph rph mpl npl mpp
  npp lps mps nps pps rps sps lpt mpt npt rpt hrs rrs hrt lsh rsh lsk msk nsk rsk tsk vsk rss bst dst gst kst
  lst mst nst pst rst msz nsz dth fth lth mth nth pth rth wth xth mtl ntl rtl stl ttl bts cts fts gts lts mts
  nts pts rts sts tts wts xts zts mtt ntt rtt ltz mtz ntz rtz stz ttz ksch lsch msch nsch rsch tsch rtch rlds
  wlds wmds wnds rmdt rndt hlfs schl rchs lphs mphs nphs rphs dths fths lths mths nths pths rths wths xths
  mcks ncks rcks ghms thms hrms ldmt ghns thns hrns ldnt rbst mgst ngst rmst wmst rnst wnst rpst lfth rmth
  rnth mcts ncts lpts mpts npts rpts rsts rmtz rntz
`)

/** Common words whose end is no word's end by that list; Flite knows them. Their plurals, too. */
const KNOWN = clusters(`
  afterthought airtight alright aught backlight birthright blight borscht bought bright brought bullfight caught copyright
  daylight delight distraught downright draught drought eight eighth eyesight fight flashlight flight footlight foresight
  forethought fortnight forthright fought fraught freight fright goodnight headlight height heavyweight highlight
  hindsight hundredweight inflight insight knight length light lightweight limelight midnight might moonlight mulct
  naught night onslaught ought outright overnight oversight overweight overwrought plight playwright right
  searchlight shipwright sight skylight sleight slight sought spotlight starlight stoplight straight strength sunlight
  taught thought thousandth tight tonight twilight underweight upright uptight wavelength watertight weight wright
  wrought yacht
`)

function clusters(written: string): ReadonlySet<string> {
  return new Set(written.trim().split(/\s+/u))
}

/**
 * Whether a word is not read but spelled, letter by letter: `awww` is `A W W W`. Flite does so with every
 * word that it does not know and that has no vowel, or begins or ends as no English word does; the neural
 * engine asks Flite about words that it does not know.
 *
 * The groups were found by having Flite say all groups of up to four consonants. A longer one counts as
 * spelled, which is the longer reading.
 *
 * @param word of ASCII letters and apostrophes.
 */
export function isSpelledOut(word: string): boolean {
  const letters = word
    .toLowerCase()
    .replace(/'(?:d|ll|m|re|s|ve)$|n't$/u, '')
    .replaceAll("'", '')
  if (letters.length < 2 || KNOWN.has(letters.replace(/s$/u, ''))) return false
  const [, beginning = '', ending] = /^([^aeiouy]*)(?:.*[aeiouy]([^aeiouy]*))?$/u.exec(letters) ?? []
  if (ending === undefined) return true
  return !(isRead(beginning, BEGINNINGS) && isRead(ending, ENDINGS))
}

function isRead(group: string, known: ReadonlySet<string>): boolean {
  return group.length < 2 || known.has(group)
}
