//! JSON schema of VRM 1.0 and 0.x (VRM Consortium, *VRMC_vrm-1.0*, *VRMC_springBone-1.0*,
//! *VRMC_node_constraint-1.0*, *VRMC_materials_mtoon-1.0*, *VRMC_vrm_animation-1.0* and the *VRM-0.0*
//! schema), limited to the used properties. Indices are signed: exporters write -1 for none.

use crate::gltf::bounded_json::{NullableList, Table};
use crate::gltf::json::TextureInfo;

objects! {
    Vrm1 {
        meta: Meta1,
        humanoid: Humanoid1,
        first_person: Option<FirstPerson1>,
        look_at: Option<LookAt1>,
        expressions: Option<Expressions1>,
    }
    Meta1 {
        name: Option<String>,
        version: Option<String>,
        authors: NullableList<String>,
        copyright_information: Option<String>,
        contact_information: Option<String>,
        references: NullableList<String>,
        third_party_licenses: Option<String>,
        thumbnail_image: Option<i64>,
        license_url: Option<String>,
        other_license_url: Option<String>,
        avatar_permission: Option<String>,
        commercial_usage: Option<String>,
        credit_notation: Option<String>,
        modification: Option<String>,
        allow_excessively_violent_usage: Option<bool>,
        allow_excessively_sexual_usage: Option<bool>,
        allow_political_or_religious_usage: Option<bool>,
        allow_antisocial_or_hate_usage: Option<bool>,
        allow_redistribution: Option<bool>,
        extras: MetaExtras1,
    }
    MetaExtras1 {
        // Written by Sinew's exporter: permissions of the original VRM 0.x file.
        vrm0: Table<String>,
    }
    Humanoid1 { human_bones: Table<NodeRef>, }
    NodeRef { node: Option<i64>, }
    FirstPerson1 { mesh_annotations: NullableList<MeshAnnotation1>, }
    MeshAnnotation1 {
        node: Option<i64>,
        #[serde(rename = "type")]
        kind: Option<String>,
    }
    LookAt1 {
        offset_from_head_bone: Option<[f32; 3]>,
        #[serde(rename = "type")]
        kind: Option<String>,
        range_map_horizontal_inner: RangeMap1,
        range_map_horizontal_outer: RangeMap1,
        range_map_vertical_down: RangeMap1,
        range_map_vertical_up: RangeMap1,
    }
    RangeMap1 { input_max_value: Option<f32>, output_scale: Option<f32>, }
    Expressions1 { preset: Table<Expression1>, custom: Table<Expression1>, }
    Expression1 {
        morph_target_binds: NullableList<MorphBind1>,
        material_color_binds: NullableList<ColorBind1>,
        texture_transform_binds: NullableList<UvBind1>,
        is_binary: Option<bool>,
        override_blink: Option<String>,
        override_look_at: Option<String>,
        override_mouth: Option<String>,
    }
    MorphBind1 { node: Option<i64>, index: Option<i64>, weight: Option<f32>, }
    ColorBind1 {
        material: Option<i64>,
        #[serde(rename = "type")]
        kind: Option<String>,
        target_value: NullableList<f32>,
    }
    UvBind1 { material: Option<i64>, scale: Option<[f32; 2]>, offset: Option<[f32; 2]>, }

    Springs1 { colliders: NullableList<Collider1>, collider_groups: NullableList<ColliderGroup1>,
        springs: NullableList<Spring1>, }
    Collider1 { node: Option<i64>, shape: Shape1, extensions: ColliderExtensions1, }
    ColliderExtensions1 {
        #[serde(rename = "VRMC_springBone_extended_collider")]
        extended: Option<ExtendedCollider1>,
    }
    ExtendedCollider1 { shape: Shape1, }
    Shape1 { sphere: Option<Sphere1>, capsule: Option<Capsule1>, plane: Option<Plane1>, }
    Sphere1 { offset: Option<[f32; 3]>, radius: Option<f32>, inside: Option<bool>, }
    Capsule1 { offset: Option<[f32; 3]>, radius: Option<f32>, tail: Option<[f32; 3]>, inside: Option<bool>, }
    Plane1 { offset: Option<[f32; 3]>, normal: Option<[f32; 3]>, }
    ColliderGroup1 { name: Option<String>, colliders: NullableList<i64>, }
    Spring1 {
        name: Option<String>,
        joints: NullableList<SpringJoint1>,
        collider_groups: NullableList<i64>,
        center: Option<i64>,
    }
    SpringJoint1 {
        node: Option<i64>,
        hit_radius: Option<f32>,
        stiffness: Option<f32>,
        gravity_power: Option<f32>,
        gravity_dir: Option<[f32; 3]>,
        drag_force: Option<f32>,
    }

    NodeConstraint1 { constraint: Constraint1, }
    Constraint1 { roll: Option<Roll1>, aim: Option<Aim1>, rotation: Option<Rotation1>, }
    Roll1 { source: Option<i64>, roll_axis: Option<String>, weight: Option<f32>, }
    Aim1 { source: Option<i64>, aim_axis: Option<String>, weight: Option<f32>, }
    Rotation1 { source: Option<i64>, weight: Option<f32>, }

    Toon1 {
        transparent_with_z_write: Option<bool>,
        render_queue_offset_number: Option<i32>,
        shade_color_factor: Option<[f32; 3]>,
        shade_multiply_texture: Option<TextureInfo>,
        shading_shift_factor: Option<f32>,
        shading_shift_texture: Option<TextureInfo>,
        shading_toony_factor: Option<f32>,
        gi_equalization_factor: Option<f32>,
        matcap_factor: Option<[f32; 3]>,
        matcap_texture: Option<TextureInfo>,
        parametric_rim_color_factor: Option<[f32; 3]>,
        rim_multiply_texture: Option<TextureInfo>,
        rim_lighting_mix_factor: Option<f32>,
        parametric_rim_fresnel_power_factor: Option<f32>,
        parametric_rim_lift_factor: Option<f32>,
        outline_width_mode: Option<String>,
        outline_width_factor: Option<f32>,
        outline_width_multiply_texture: Option<TextureInfo>,
        outline_color_factor: Option<[f32; 3]>,
        outline_lighting_mix_factor: Option<f32>,
        uv_animation_mask_texture: Option<TextureInfo>,
        uv_animation_scroll_x_speed_factor: Option<f32>,
        uv_animation_scroll_y_speed_factor: Option<f32>,
        uv_animation_rotation_speed_factor: Option<f32>,
    }

    Vrma1 { humanoid: Humanoid1, expressions: Option<AnimatedExpressions1>, look_at: Option<NodeRef>, }
    AnimatedExpressions1 { preset: Table<NodeRef>, custom: Table<NodeRef>, }

    Vrm0 {
        meta: Meta0,
        humanoid: Humanoid0,
        first_person: Option<FirstPerson0>,
        blend_shape_master: Option<BlendShapeMaster0>,
        secondary_animation: Option<SecondaryAnimation0>,
        material_properties: NullableList<Material0>,
    }
    Meta0 {
        title: Option<String>,
        version: Option<String>,
        author: Option<String>,
        contact_information: Option<String>,
        reference: Option<String>,
        texture: Option<i64>,
        allowed_user_name: Option<String>,
        violent_ussage_name: Option<String>,
        sexual_ussage_name: Option<String>,
        commercial_ussage_name: Option<String>,
        other_permission_url: Option<String>,
        license_name: Option<String>,
        other_license_url: Option<String>,
    }
    Humanoid0 { human_bones: NullableList<HumanBone0>, }
    HumanBone0 { bone: Option<String>, node: Option<i64>, }
    FirstPerson0 {
        first_person_bone: Option<i64>,
        first_person_bone_offset: Option<Vector0>,
        mesh_annotations: NullableList<MeshAnnotation0>,
        look_at_type_name: Option<String>,
        look_at_horizontal_inner: DegreeMap0,
        look_at_horizontal_outer: DegreeMap0,
        look_at_vertical_down: DegreeMap0,
        look_at_vertical_up: DegreeMap0,
    }
    Vector0 { x: Option<f32>, y: Option<f32>, z: Option<f32>, }
    MeshAnnotation0 { mesh: Option<i64>, first_person_flag: Option<String>, }
    DegreeMap0 { x_range: Option<f32>, y_range: Option<f32>, }
    BlendShapeMaster0 { blend_shape_groups: NullableList<BlendShapeGroup0>, }
    BlendShapeGroup0 {
        name: Option<String>,
        preset_name: Option<String>,
        binds: NullableList<MorphBind0>,
        material_values: NullableList<MaterialValue0>,
        is_binary: Option<bool>,
    }
    MorphBind0 { mesh: Option<i64>, index: Option<i64>, weight: Option<f32>, }
    MaterialValue0 {
        material_name: Option<String>,
        property_name: Option<String>,
        target_value: NullableList<f32>,
    }
    SecondaryAnimation0 { bone_groups: NullableList<BoneGroup0>,
        collider_groups: NullableList<ColliderGroup0>, }
    BoneGroup0 {
        comment: Option<String>,
        // Misspelled in the schema.
        stiffiness: Option<f32>,
        gravity_power: Option<f32>,
        gravity_dir: Option<Vector0>,
        drag_force: Option<f32>,
        center: Option<i64>,
        hit_radius: Option<f32>,
        bones: NullableList<i64>,
        collider_groups: NullableList<i64>,
    }
    ColliderGroup0 { node: Option<i64>, colliders: NullableList<Collider0>, }
    Collider0 { offset: Option<Vector0>, radius: Option<f32>, }
    Material0 {
        name: Option<String>,
        shader: Option<String>,
        render_queue: Option<i32>,
        float_properties: Table<f32>,
        vector_properties: Table<NullableList<f32>>,
        texture_properties: Table<i64>,
        keyword_map: Table<bool>,
    }
}
