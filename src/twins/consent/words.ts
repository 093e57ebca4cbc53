import { randomInt } from 'node:crypto'

/**
 * Things that everybody knows, of two syllables in American English, each of which differs in at least two sounds
 * from every other: 512 of them, so that four are one of 2^36 passwords.
 */
export const WORDS: readonly string[] = `
acorn album almond angel ankle antler apron armchair arrow artist aspen attic author baby backpack
bagel ballet balloon bamboo bandage banjo barley basket bathtub beaver bedroom beehive belfry
birdhouse blanket blister blossom bluebell blueprint bobcat bookcase bookmark border boulder bouquet
boxer bracelet bramble breakfast bridle briefcase bronco brownie bugle bulldog bumper bundle burger
burlap bushel butcher buzzard cabbage cactus campsite campus canal candle candy canoe canvas carbon
cargo carpet carriage cartwheel catfish cavern cello cement chamber chapter charcoal checkers
cheesecake cheetah chestnut chimney chipmunk chisel chowder citrus clipboard closet clover cobbler
cobra cobweb cocoa concert condor cookie corkscrew corner cornfield cottage cowboy cradle crater
crayon cricket crimson crossbow crystal cupboard cupcake cushion custard cyclone cymbal cypress
dancer daybreak dentist desert diamond doctor dolphin donkey doorbell doorknob doormat doorway
doughnut dragon driftwood driver drummer drumstick duchess duckling dumpling dungeon eagle earmuff
earring earthquake echo eggplant elbow emerald engine eyebrow fabric falcon farmer faucet feather
fender ferret finger fishbowl flagpole flannel flashlight football footprint forehead forest
fortress fountain foxglove freckle freezer frisbee furnace garage garden gargoyle garlic garment
gazelle geyser giant giraffe glacier glitter goblet goggles goldfish golfer gopher granite
grapefruit grapevine gravel gravy greenhouse grocer guitar haircut hallway hammock hamster handbag
harness harvest hatchet haystack headlight hedgehog helmet heron highway hockey honey hornet
horseshoe hostel hotdog hotel hunter hurdle iceberg igloo insect island jaguar jawbone jelly jersey
jigsaw jukebox jungle kayak ketchup keyboard keyhole kingdom kitchen kiwi knapsack kneecap knuckle
lady lagoon landmark lantern laptop laundry lawyer lentil leopard lettuce lifeboat lighthouse lilac
lipstick liquid lizard llama lobster locket locust luggage lumber magnet magpie mailbox mallet mango
mantle maple marble margin market mattress meadow mermaid mitten monkey monsoon moonbeam mudslide
muffin mushroom music muskrat mustang napkin necklace needle nostril notebook novel nugget nutmeg
nutshell nylon oatmeal ocean office olive onion orchard orchid organ ostrich outboard outlet oxen
package padlock painter pancake panda panther parcel parchment parsley pasta pastry pasture peacock
pencil pendant penguin penny perfume picnic picture pigeon piglet pilot pitchfork pizza planet
platter playground plumber popcorn poppy portrait postcard poster prairie pretzel pulley pumpkin
pupil puppet python quarry quarter quicksand quiver rabbit raccoon radar radish railway rainbow
raincoat raindrop raisin ravine reindeer robot rooster rosebud sailboat salad sandbox sandstone
sandwich sausage sawdust sawmill scarecrow scarlet scissors scooter scrapbook sculptor seashell
seaweed seesaw shadow shampoo shelter sheriff shipwreck shoebox shoelace shovel shower sidewalk
signal silver skateboard skipper skylight snapper snowball snowflake snowman snowstorm sofa
spaceship sparrow spider spinach spiral spoonful spyglass squirrel stable stairway starfish starling
station statue steamboat stencil sticker stirrup stocking stomach stopwatch story student subway
suitcase sundial sunrise sunset surfer surgeon swallow sweater swimmer swordfish tadpole target taxi
teacher teacup teapot temple tennis thermos thicket thistle throttle thunder tiger tightrope timber
tinsel tofu tollbooth toolbox toothbrush toothpaste topaz tortoise tractor traffic treasure treetop
trolley trophy trousers trumpet tuba tugboat tulip turnip turnstile twilight typhoon urchin vacuum
velvet village vineyard voyage vulture waffle wallet walrus wardrobe warehouse washboard washcloth
weasel wedding wetsuit wheelchair whirlpool whisker wildcat willow windmill window wishbone wombat
woodchuck woodland workshop wristwatch yardstick yoga yogurt zebra zigzag zipper
`
  .trim()
  .split(/\s+/u)

/** Draws words that differ from each other, which nobody can foresee. */
export function drawWords(count: number): string[] {
  const drawn = new Set<string>()
  while (drawn.size < count) drawn.add(WORDS[randomInt(WORDS.length)] ?? '')
  return [...drawn]
}
