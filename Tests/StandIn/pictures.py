"""Test pictures, made and read with the standard library alone.

`png` and `jpeg` make a picture of one colour, or of four quarters with a white
frame of one pixel.  Given a number of bytes they fill it with noise to exactly
that size: most of the bytes are true picture data, the rest is padding that
every decoder skips.  `read_png` is a small reader for what screenshots need.
"""

import math
import random
import re
import struct
import zlib
from itertools import accumulate

WHITE = (255, 255, 255)
QUARTERS = ((0, 192, 0), (0, 0, 192), (192, 192, 0))  # top right, bottom left, bottom right
DEFAULT_SIZE = (1920, 1080)
MOST_PADDING = 128 * 1024  # more than that, and more than half, would be no picture of that size


def parse_colour(text):
    """`#rrggbb` as a triple of numbers."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"not a colour of the form #rrggbb: {text!r}")
    return tuple(bytes.fromhex(text[1:]))


def format_colour(triple):
    return "#%02x%02x%02x" % tuple(triple[:3])


def make(kind="png", width=None, height=None, colour="#c81e1e", quarters=False,
         seed=None, noise=None, bytes=None):
    """One picture, described as in a scenario's "make".

    `bytes` asks for noise up to exactly that size; `noise` (a seed) without
    `bytes` fills the whole picture with it.  `seed` alone changes the bytes of
    a picture but not what it shows.  Raises ValueError for what cannot be made.
    """
    maker = {"png": png, "jpeg": jpeg, "jpg": jpeg}.get(kind)
    if maker is None:
        raise ValueError(f"unknown kind of picture: {kind!r}")
    if (width is None) != (height is None):
        raise ValueError("width and height go together")
    if width is not None and not (0 < width <= 65535 and 0 < height <= 65535):
        raise ValueError(f"no picture can be {width}x{height}")
    size = None if width is None else (width, height)
    if noise is None and bytes is not None:
        noise = 1 if seed is None else seed
    if noise is not None and quarters:
        raise ValueError("quarters and noise exclude each other")
    return maker(size, parse_colour(colour), quarters, noise, bytes, seed)


class Scene:
    """A picture as a small table: kinds of rows by kinds of columns."""

    def __init__(self, size, colour, quarters):
        self.width, self.height = size
        self.quarters = quarters
        self._colours = {(0, 0): colour, (0, 1): QUARTERS[0], (1, 0): QUARTERS[1], (1, 1): QUARTERS[2]}

    def row_kind(self, y):
        return self._kind(y, self.height)

    def column_kind(self, x):
        return self._kind(x, self.width)

    def _kind(self, at, length):
        if not self.quarters:
            return 0
        if at == 0 or at >= length - 1:
            return "frame"
        return int(at >= length // 2)

    def colour(self, row_kind, column_kind):
        return self._colours.get((row_kind, column_kind), WHITE)


# --- PNG ---------------------------------------------------------------------

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(size, colour, quarters=False, noise=None, exact=None, seed=None):
    """An 8-bit RGB picture.  Noise stands above, plain colour below."""
    if size is None:
        size = DEFAULT_SIZE if exact is None or noise is None else _wide(exact / 3 * 1.02 + 1024)
    width, height = size
    scene = Scene(size, colour, quarters)
    head = PNG_SIGNATURE + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if seed is not None:
        head += _chunk(b"tEXt", b"Comment\0seed %d" % seed)
    stride = 1 + 3 * width

    if noise is None:
        plain = {}
        for y in range(height):
            kind = scene.row_kind(y)
            if kind not in plain:
                plain[kind] = b"\0" + b"".join(bytes(scene.colour(kind, scene.column_kind(x))) for x in range(width))
        raw = b"".join(plain[scene.row_kind(y)] for y in range(height))
        return _padded_png(head, [zlib.compress(raw, 1)], exact)

    noisy = height if exact is None else min(height, max(0, exact - len(head) - 200) // stride)
    while True:
        data = _noise_stream(scene, noisy, random.Random(noise))
        try:
            return _padded_png(head, data, exact)
        except ValueError:
            if noisy == 0 or exact is None:
                raise
            noisy -= 1  # the plain rest took more room than there was


def _noise_stream(scene, noisy, source):
    """A zlib stream of `noisy` random rows, stored, then plain rows, packed; in pieces of an IDAT each."""
    stride = 1 + 3 * scene.width
    block = source.randbytes(min(noisy * stride, 1 << 20))
    raw = bytearray((block * (noisy * stride // max(1, len(block)) + 1))[:noisy * stride])
    raw[::stride] = bytes(noisy)  # filter type 0 at the head of each row
    rest = (b"\0" + bytes(scene.colour(0, 0)) * scene.width) * (scene.height - noisy)
    check = zlib.adler32(rest, zlib.adler32(raw))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(rest) + packer.flush()

    pieces, view = [b"\x78\x01"], memoryview(raw)
    for at in range(0, len(raw), 65535):
        stored = view[at:at + 65535]
        pieces.append(struct.pack("<BHH", 0, len(stored), len(stored) ^ 0xFFFF) + stored)
    pieces.append(packed + struct.pack(">I", check))
    return [b"".join(pieces[at:at + 16]) for at in range(0, len(pieces), 16)]


def _padded_png(head, data, exact):
    parts = [_chunk(b"IDAT", piece) for piece in data]
    end = _chunk(b"IEND", b"")
    if exact is not None:
        missing = exact - len(head) - sum(map(len, parts)) - len(end)
        if missing != 0:
            if missing < 12:
                raise ValueError(f"a PNG of this kind needs more than {exact} bytes")
            if missing > max(MOST_PADDING, exact // 2):
                raise ValueError(f"{exact} bytes are more than a PNG of this size can hold")
            head += _chunk(b"paDd", bytes(missing - 12))
    return b"".join([head, *parts, end])


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))


def _wide(pixels):
    """A 16:9 size of at least so many pixels, both sides multiples of 8."""
    height = math.ceil(math.sqrt(pixels * 9 / 16) / 8) * 8
    return math.ceil(pixels / height / 8) * 8, height


def read_png(data):
    """(width, height, channels, rows) of a PNG; the rows come one by one, a byte a sample.

    Any depth is brought to 8 bits and a palette is resolved (three channels).
    Checksums are not looked at.  Raises ValueError for what is no whole PNG, or
    an interlaced one.
    """
    if data[:8] != PNG_SIGNATURE:
        raise ValueError("not a PNG")
    at, packed, palette, header = 8, [], b"", None
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if name == b"IHDR" and length == 13:
            header = struct.unpack(">IIBBBBB", body)
        elif name == b"PLTE":
            palette = body
        elif name == b"IDAT":
            packed.append(body)
        elif name == b"IEND":
            break
        at += 12 + length
    if header is None:
        raise ValueError("a PNG without a header")
    width, height, depth, kind, _, _, interlaced = header
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(kind)
    if channels is None or depth not in (1, 2, 4, 8, 16):
        raise ValueError("a PNG of an unknown kind")
    if interlaced:
        raise ValueError("an interlaced PNG cannot be read")
    stride = (width * channels * depth + 7) // 8
    try:
        raw = zlib.decompress(b"".join(packed))
    except zlib.error as error:
        raise ValueError(f"broken picture data: {error}") from None
    if len(raw) < height * (1 + stride):
        raise ValueError("the picture data is cut short")
    rows = _unfiltered(raw, height, stride, max(1, channels * depth // 8))
    if depth == 16:
        rows = (row[::2] for row in rows)
    elif depth < 8:
        scale = 1 if kind == 3 else 255 // ((1 << depth) - 1)
        samples = [bytes((byte >> shift & (1 << depth) - 1) * scale for shift in range(8 - depth, -1, -depth))
                   for byte in range(256)]
        rows = (b"".join(map(samples.__getitem__, row))[:width] for row in rows)
    if kind == 3:
        entries = [palette[i:i + 3] for i in range(0, len(palette), 3)]
        rows = (b"".join(map(entries.__getitem__, row)) for row in rows)
        channels = 3
    return width, height, channels, rows


def _unfiltered(raw, height, stride, step):
    """Each row with its filter undone.  A row that repeats the one before costs next to nothing."""
    prior, last_key, last_row = bytes(stride), None, None
    for y in range(height):
        start = y * (stride + 1)
        kind, row = raw[start], raw[start + 1:start + 1 + stride]
        key = (kind, row, prior)
        if key != last_key:
            last_key, last_row = key, _unfilter(kind, row, prior, step)
        prior = last_row
        yield prior


def _unfilter(kind, row, prior, step):
    if kind == 0:
        return row
    if kind in (2, 4) and not any(row):  # both then predict the row above exactly
        return prior
    if kind == 1:
        out = bytearray(row)
        for channel in range(step):
            out[channel::step] = bytes(value & 255 for value in accumulate(row[channel::step]))
        return bytes(out)
    if kind == 2:
        return bytes((a + b) & 255 for a, b in zip(row, prior))
    if kind not in (3, 4):
        raise ValueError(f"unknown row filter {kind}")
    out = bytearray(row)
    for i, value in enumerate(row):
        left = out[i - step] if i >= step else 0
        above = prior[i]
        if kind == 3:
            guess = (left + above) >> 1
        else:
            corner = prior[i - step] if i >= step else 0
            near = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
            guess = left if near[0] <= near[1] and near[0] <= near[2] else above if near[1] <= near[2] else corner
        out[i] = (value + guess) & 255
    return bytes(out)


# --- JPEG --------------------------------------------------------------------
# Baseline, three components without subsampling, every quantiser 1, and one
# pair of Huffman tables (the standard's example tables for luminance).

_DC_COUNTS = (0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
_DC_VALUES = bytes(range(12))
_AC_COUNTS = (0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125)
_AC_VALUES = bytes.fromhex(
    "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728"
    "292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a83848586878889"
    "8a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2"
    "e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa")


def _codes(counts, values):
    """Symbol to bit string, numbered as the standard says."""
    table, code, at = {}, 0, 0
    for length, count in enumerate(counts, 1):
        for value in values[at:at + count]:
            table[value] = format(code, f"0{length}b")
            code += 1
        at += count
        code <<= 1
    return table


_DC, _AC = _codes(_DC_COUNTS, _DC_VALUES), _codes(_AC_COUNTS, _AC_VALUES)
_ZIGZAG = sorted(range(64), key=lambda i: (i // 8 + i % 8, i // 8 if (i // 8 + i % 8) % 2 else i % 8))
_COSINE = [[(math.sqrt(0.125) if u == 0 else 0.5) * math.cos((2 * x + 1) * u * math.pi / 16) for x in range(8)]
           for u in range(8)]
_END_OF_BLOCK = _AC[0]
_FLAT_UNIT = (_DC[0] + _END_OF_BLOCK) * 3  # three blocks just like the ones before


def jpeg(size, colour, quarters=False, noise=None, exact=None, seed=None):
    """A baseline JPEG.  Noise stands above, plain colour below."""
    if size is None:
        size = DEFAULT_SIZE if exact is None or noise is None else _wide(64 * (exact / 300 + 300))
    scene = Scene(size, colour, quarters)
    comment = b"" if seed is None else _segment(0xFE, b"seed %d" % seed)
    if noise is None:
        return _padded_jpeg(size, comment, [_stuffed(_scene_bits(scene))], exact)
    return _noise_jpeg(size, colour, noise, exact, comment)


def _scene_bits(scene):
    """The whole scan as a string of 0 and 1."""
    blocks, block_rows, rows, before = {}, {}, [], (0, 0, 0)

    def unit(row_kinds, column_kinds):
        """Three blocks: (their DC values, the bits of their AC values)."""
        key = row_kinds, column_kinds
        if key not in blocks:
            pixels = [_ycc(scene.colour(r, c)) for r in row_kinds for c in column_kinds]
            encoded = [_block([pixel[part] for pixel in pixels]) for part in range(3)]
            blocks[key] = tuple(dc for dc, _ in encoded), tuple(ac for _, ac in encoded)
        return blocks[key]

    columns = [tuple(scene.column_kind(min(x + i, scene.width - 1)) for i in range(8))
               for x in range(0, scene.width, 8)]
    for y in range(0, scene.height, 8):
        kinds = tuple(scene.row_kind(min(y + i, scene.height - 1)) for i in range(8))
        key = kinds, before
        if key not in block_rows:
            bits, previous = [], before
            for column in columns:
                dcs, acs = unit(kinds, column)
                for part in range(3):
                    bits += _dc_bits(dcs[part] - previous[part]), acs[part]
                previous = dcs
            block_rows[key] = "".join(bits), previous
        bits, before = block_rows[key]
        rows.append(bits)
    return "".join(rows)


def _noise_jpeg(size, colour, noise, exact, comment):
    """Random coefficients for as many blocks as fill the size, then plain ones.

    A run of random units, written eight times, ends on a byte: from there on it
    is copied as bytes, which is what makes a large picture quick.
    """
    total = math.ceil(size[0] / 8) * math.ceil(size[1] / 8)
    source = random.Random(noise)
    first = _first_unit(colour)
    lead = 1
    while len(first) % 8:
        first, lead = first + _FLAT_UNIT, lead + 1
    units = max(1, min(16, total // 80))
    run = 8 * units
    overhead = len(_padded_jpeg(size, comment, [], None)) + len(first) // 8
    runs, tail_room = max(0, (total - lead) // run), 4 * run

    for amplitude in (6,) if exact is None else range(1, 11):
        bits = "".join(
            _DC[0] + "".join(_AC[amplitude] + format(source.getrandbits(amplitude), f"0{amplitude}b") for _ in range(63))
            for _ in range(3 * units))
        piece = _stuffed(bits * 8)
        if exact is None or overhead + runs * len(piece) + tail_room > exact:
            break
    else:
        raise ValueError(f"{exact} bytes are more than a JPEG of {size[0]}x{size[1]} can hold")

    copies = runs
    if exact is not None:
        plain = math.ceil(total * len(_FLAT_UNIT) / 8) + overhead + 8
        copies = max(0, min(runs, (exact - plain) // max(1, len(piece) - run * len(_FLAT_UNIT) // 8)))
    rest = _stuffed(_FLAT_UNIT * (total - lead - copies * run))
    return _padded_jpeg(size, comment, [_stuffed(first), piece * copies, rest], exact)


def _first_unit(colour):
    """The first three blocks of a noise picture; an even number of bits, so that plain units can fill a byte."""
    bits = [_dc_bits(_block([part] * 64)[0]) + _END_OF_BLOCK for part in _ycc(colour)]
    if len("".join(bits)) % 2:
        bits[0] = bits[0][:-len(_END_OF_BLOCK)] + _AC[1] + "1" + _END_OF_BLOCK  # one invisible coefficient
    return "".join(bits)


def _ycc(rgb):
    r, g, b = rgb
    return (0.299 * r + 0.587 * g + 0.114 * b,
            128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
            128 + 0.5 * r - 0.418688 * g - 0.081312 * b)


def _block(samples):
    """(DC value, AC bits) of 64 samples."""
    if len(set(samples)) == 1:
        return round((samples[0] - 128) * 8), _END_OF_BLOCK
    half = [[sum(c * samples[8 * y + x] for x, c in enumerate(wave)) for wave in _COSINE] for y in range(8)]
    flat = [sum(c * half[y][u] for y, c in enumerate(wave)) for wave in _COSINE for u in range(8)]
    values = [round(flat[i]) for i in _ZIGZAG]
    bits, zeros = [], 0
    for value in values[1:]:
        if value == 0:
            zeros += 1
            continue
        while zeros > 15:
            bits.append(_AC[0xF0])
            zeros -= 16
        value = max(-1023, min(1023, value))
        length = abs(value).bit_length()
        bits.append(_AC[zeros << 4 | length] + _amplitude(value, length))
        zeros = 0
    if zeros:
        bits.append(_END_OF_BLOCK)
    return round(flat[0] - 1024), "".join(bits)


def _dc_bits(difference):
    length = abs(difference).bit_length()
    return _DC[length] + _amplitude(difference, length)


def _amplitude(value, length):
    if length == 0:
        return ""
    return format(value if value > 0 else value + (1 << length) - 1, f"0{length}b")


def _stuffed(bits):
    """A bit string as bytes: filled up with ones, a zero byte after each FF."""
    if not bits:
        return b""
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\x00")


def _segment(marker, data):
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def _padded_jpeg(size, comment, scan, exact):
    head = b"\xff\xd8" + _segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + comment
    tables = (
        _segment(0xDB, b"\0" + b"\1" * 64)
        + _segment(0xC0, struct.pack(">BHHB", 8, size[1], size[0], 3) + bytes((1, 17, 0, 2, 17, 0, 3, 17, 0)))
        + _segment(0xC4, b"\x00" + bytes(_DC_COUNTS) + _DC_VALUES)
        + _segment(0xC4, b"\x10" + bytes(_AC_COUNTS) + _AC_VALUES)
        + _segment(0xDA, bytes((3, 1, 0, 2, 0, 3, 0, 0, 63, 0))))
    parts = [head, tables, *scan, b"\xff\xd9"]
    if exact is not None:
        missing = exact - sum(map(len, parts))
        if missing < 0 or 0 < missing < 4:
            raise ValueError(f"a JPEG of this kind cannot have {exact} bytes")
        if missing > max(MOST_PADDING, exact // 2):
            raise ValueError(f"{exact} bytes are more than a JPEG of this size can hold")
        padding = []
        while missing:
            take = missing if missing <= 65537 else 65537 if missing - 65537 >= 4 else missing - 4
            padding.append(_segment(0xEF, bytes(take - 4)))
            missing -= take
        parts.insert(1, b"".join(padding))
    return b"".join(parts)
